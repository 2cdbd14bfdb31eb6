/** The words of a value that changed. */
export const words = { became: 'became' } as const
