/**
 * Loaded before the server of a first demo: its time can be set from outside, so that weeks of history are there at
 * once. When that is done, the clock is the real one again.
 */
const RealDate = Date
let behindMs = 0

const EarlierDate: DateConstructor = new Proxy(RealDate, {
  construct: (date, given: unknown[], target) =>
    given.length === 0
      ? new date(RealDate.now() - behindMs)
      : (Reflect.construct(date, given, target === EarlierDate ? date : target) as Date),
  get: (date, name) => (name === 'now' ? () => RealDate.now() - behindMs : (Reflect.get(date, name) as unknown)),
})

process.on('message', (wanted: number) => {
  behindMs = wanted
  globalThis.Date = wanted > 0 ? EarlierDate : RealDate
  process.send?.(wanted)
})
// It must not keep a server alive that has stopped.
process.channel?.unref()
