/** What a screen reader is told: the texts of the two live regions of the game screen. */
export class Voice {
  polite = $state('');
  assertive = $state('');

  announce(text: string): void {
    // The same words twice would not be read out twice.
    this.polite = this.polite === text ? `${text}\u00a0` : text;
  }

  alarm(text: string): void {
    this.assertive = this.assertive === text ? `${text}\u00a0` : text;
  }
}
