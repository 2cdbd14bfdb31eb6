import { describe, expect, it } from 'vitest'
import { Releasers } from './releasers.ts'

function openFour(failing: readonly number[]) {
  const releasers = new Releasers()
  const closed: number[] = []
  for (const number of [1, 2, 3, 4]) {
    releasers.add({
      close: () => {
        closed.push(number)
        if (!failing.includes(number)) return
        if (number % 2) throw new Error(`close ${number}`)
        return Promise.reject(new Error(`close ${number}`))
      },
    })
  }
  return { releasers, closed }
}

describe('releasing', () => {
  it('closes in reverse order, waiting for each', async () => {
    const releasers = new Releasers()
    const steps: string[] = []
    releasers.add({ close: () => void steps.push('first') })
    releasers.add({
      close: async () => {
        steps.push('second begins')
        await new Promise(setImmediate)
        steps.push('second ends')
      },
    })

    await releasers.releaseAll()

    expect(steps).toEqual(['second begins', 'second ends', 'first'])
  })

  it.each([
    [[2], 'close 2'],
    [[3], 'close 3'],
    [[1, 4], 'close 4'],
    [[1, 2, 3], 'close 3'],
    [[1, 2, 3, 4], 'close 4'],
  ])('closes everything although %j fail, and throws the first error itself', async (failing, message) => {
    const { releasers, closed } = openFour(failing)

    await expect(releasers.releaseAll()).rejects.toStrictEqual(new Error(message))

    expect(closed).toEqual([4, 3, 2, 1])
  })

  it('closes nothing twice', async () => {
    const { releasers, closed } = openFour([])
    await releasers.releaseAll()

    await releasers.releaseAll()

    expect(closed).toHaveLength(4)
  })

  it('returns what it is given', () => {
    const opened = { close: () => undefined }

    expect(new Releasers().add(opened)).toBe(opened)
  })
})
