/** The words of the shell. */
export const words = {
  pausedCopy: (since: string) =>
    `This is a restored copy, paused since ${since}. Runs, schedules, mails and launches wait until an operator resumes it.`,
}
