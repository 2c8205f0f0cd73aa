/** Whether the list of games had any when it was last seen in this browser. */
const KEY = 'cornerwise.games';

export function hasGames(): boolean {
  try {
    return localStorage.getItem(KEY) === 'some';
  } catch {
    return false;
  }
}

export function rememberGames(count: number): void {
  try {
    if (count > 0) localStorage.setItem(KEY, 'some');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the games stand below the boards, as for a newcomer.
  }
}
