/** An instant that people read. As text it is in UTC and says so; lists show it in the time zone of the profile. */
export class Instant {
  readonly iso: string

  constructor(iso: string) {
    this.iso = iso
  }

  toString(): string {
    return `${this.iso.slice(0, 19).replace('T', ' ')}Z`
  }
}

/** With its offset, so that the hour that autumn repeats is no riddle. */
export function inZone(instant: Instant, zone: string): string {
  if (zone === 'UTC') return instant.toString()
  // Swedish dates are those of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    ...{ timeZone: zone, timeZoneName: 'longOffset' },
  })
  const text = format.format(new Date(instant.iso))
  return text.replace(/ GMT$/, ' +00:00').replace(' GMT', ' ').replace('−', '-')
}

/** Zones that this Node knows; another one, of a newer server, is shown as UTC. */
export function knownZone(zone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return zone
  } catch {
    return 'UTC'
  }
}
