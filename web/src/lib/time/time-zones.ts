/** The zones that browser and server know, UTC first. */
export const timeZones = (): readonly string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

/** `UTC+01:00`, as it is then. */
export function offsetOf(timeZone: string, instant: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(instant)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return offset === 'GMT' ? 'UTC+00:00' : offset.replace('GMT', 'UTC')
}
