/** The words that the pages about checks share. */
export const words = {
  pages: 'Pages about checks',
  packs: 'Packs',
  severity: 'Severity',
  severities: { none: 'none', low: 'low', medium: 'medium', high: 'high', critical: 'critical' },
} as const
