/** The words of the settings of runs and schedules. */
export const words = {
  title: 'Runs and schedules',
  trail: 'Settings',
  yours: 'Your settings',
  failure: 'Your settings could not be read.',
  atOnce: 'Background runs at once',
  atOnceHint: 'From 1 to 20. Further ones wait in order.',
  kept: 'Days that runs are kept',
  keptHint: 'From 1 to 3,650. Older runs are deleted with their rows; captures stay.',
  zone: 'Time zone of new schedules',
  pause: 'Failures in a row after which a schedule pauses',
  pauseHint: 'From 0 to 100; 0 means never.',
  save: 'Save',
  saved: 'Saved.',
  nothingToSave: 'Nothing was changed.',
} as const
