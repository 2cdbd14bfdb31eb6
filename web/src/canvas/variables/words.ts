/** The words of the variables. */
export const words = {
  title: 'Variables',
  whatDefault: (value: string) => `default: ${value}`,
  none: 'not set',
  needed: 'needs a value',
  missed: 'The query cannot run without a value.',
  notANumber: (text: string) => `“${text}” is not a number.`,
  notAWhole: (text: string) => `“${text}” is not a whole number.`,
  notADate: (text: string) => `“${text}” is not a date. Write 2026-03-01 or 2026-03-01T12:00:00Z.`,
  notADn: (text: string) => `“${text}” is not a DN. Write one such as uni/tn-common.`,
  notAnIp: (text: string) => `“${text}” is not an address. Write one such as 10.1.0.7 or 10.1.0.0/16.`,
} as const
