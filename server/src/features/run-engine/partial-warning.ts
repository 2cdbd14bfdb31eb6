const PREFIX = 'partial_result: '

/** Says which connection a merged run went on without, and why. */
export const partialWarning = (message: string): string => PREFIX + message

/** Whether a run with this warning lacks the rows of a connection. */
export const isPartial = (warning: string): boolean => warning.startsWith(PREFIX)
