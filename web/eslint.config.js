import { fileURLToPath } from 'node:url';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['node_modules/', 'dist/'] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser } },
    rules: {
      // Indexes are checked by the compiler (noUncheckedIndexedAccess); where code knows better,
      // it says so with `!`.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // Links are plain addresses: the router has no base path to resolve.
      'svelte/no-navigation-without-resolve': 'off',
      // Sets, dates and addresses here are values, made and dropped; state is in $state.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: {
        parser: ts.parser,
        extraFileExtensions: ['.svelte'],
        svelteConfig,
        tsconfigRootDir: fileURLToPath(new URL('.', import.meta.url)),
      },
    },
  },
  {
    files: ['public/*.js'],
    rules: { '@typescript-eslint/no-unused-expressions': 'off' },
  },
);
