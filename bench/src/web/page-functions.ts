/**
 * Functions for the page, as text: a benchmark is no part of it and has no types of it. Each measures from inside, so
 * that the way between the processes does not count.
 */

/** A comparison that reads every row of two large captures takes long on a busy machine. */
const PATIENCE_MS = 60_000

/** Milliseconds from a click to the first frame in which the condition holds. */
export const clickUntil = (selector: string, condition: string): string => `
  new Promise((resolve, reject) => {
    const target = document.querySelector(${JSON.stringify(selector)})
    if (!target) return reject(new Error('nothing to click: ' + ${JSON.stringify(selector)}))
    const from = performance.now()
    target.click()
    const look = () => {
      if (${condition}) resolve(performance.now() - from)
      else if (performance.now() - from > ${PATIENCE_MS}) reject(new Error('it did not happen: ' + ${JSON.stringify(condition)}))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })`

/**
 * Milliseconds from a key to the first frame in which the condition holds, and what `changing` says is no longer what
 * it was before the key.
 */
export const pressUntil = (selector: string, key: string, condition: string, changing: string): string => `
  new Promise((resolve, reject) => {
    const target = document.querySelector(${JSON.stringify(selector)})
    if (!target) return reject(new Error('nothing to press: ' + ${JSON.stringify(selector)}))
    const read = () => ${changing === '' ? 'null' : changing}
    const before = read()
    const from = performance.now()
    target.dispatchEvent(new KeyboardEvent('keydown', { key: ${JSON.stringify(key)}, bubbles: true, cancelable: true }))
    const look = () => {
      if (${condition} && (${changing === ''} || read() !== before)) resolve(performance.now() - from)
      else if (performance.now() - from > ${PATIENCE_MS}) reject(new Error('it did not happen: ' + ${JSON.stringify(condition)}))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })`

/** Milliseconds between frames while an element, given as an expression, scrolls: by the wheel first, then in jumps. */
export const scrollFrames = (expression: string): string => `
  new Promise((resolve) => {
    const element = ${expression}
    const frames = []
    let last = performance.now()
    let step = 0
    const next = (now) => {
      frames.push(now - last)
      last = now
      step += 1
      if (step > 360) return resolve(frames.slice(2))
      if (step <= 240) element.scrollTop += 100
      else element.scrollTop = (step * 104729 * 24) % (element.scrollHeight - element.clientHeight)
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })`

export const watchLongTasks = `
  window.longestTask = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration)
  }).observe({ entryTypes: ['longtask'] })`

/** Remembers the time between frames until `framesSeen` asks for it. */
export const watchFrames = `(() => {
  window.seenFrames = []
  let last = performance.now()
  const tick = (now) => {
    window.seenFrames.push(now - last)
    last = now
    window.nextFrame = requestAnimationFrame(tick)
  }
  window.nextFrame = requestAnimationFrame(tick)
})()`

/** The first of them began before it was watched. */
export const framesSeen = '(cancelAnimationFrame(window.nextFrame), window.seenFrames.slice(1))'

export const afterFrames = (count: number): string => `
  new Promise((resolve) => {
    let left = ${count}
    const next = () => (left-- > 0 ? requestAnimationFrame(next) : resolve())
    next()
  })`

/** Milliseconds from each key to the frame that shows what it did. */
export const watchKeys = `
  window.seenKeys = []
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') window.seenKeys.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 })`
