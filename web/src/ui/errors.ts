import { t } from '../i18n/index.svelte';
import { ApiError } from '../net/api';

/** One sentence about what went wrong, for people. Reactive where it is called in a template. */
export function explain(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 0 || error.status === 502 || error.status === 504) {
      return t('error.offline');
    }
    if (error.status === 429 || error.status === 503) return t('error.busy');
    return t('error.other', { message: error.message });
  }
  return t('error.other', { message: error instanceof Error ? error.message : String(error) });
}
