/** The words that all pages of history use. */
export const words = {
  deletedConnection: 'deleted connection',
  noteTitle: 'Note on a capture',
  noteLabel: 'Note',
  noteText: 'Everybody who sees the capture sees the note.',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'The note was saved.',
  first: 'first',
  noChange: 'no change',
  added: 'added',
  removed: 'removed',
  changed: 'changed',
  heatmap: 'Changes per day',
  heatmapFailure: 'The days could not be read.',
  forever: 'for good',
  pinned: 'pinned',
} as const
