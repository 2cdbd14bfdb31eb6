/** The words of the canvas as JSON. */
export const words = {
  text: 'Canvas as JSON',
  copy: 'Copy',
  copied: 'Canvas copied as JSON.',
  download: 'Download',
  file: 'canvas.json',
  replace: 'Replace…',
  pasted: 'JSON',
  hint: 'A canvas with nodes, edges and post_processors, or a saved query. It replaces the drawing; Undo brings it back.',
  apply: 'Apply',
  cancel: 'Cancel',
  applied: 'Canvas replaced.',
} as const
