import { describe, expect, it } from 'vitest'
import { OutputText } from './output-text.ts'

function textOf(...pieces: readonly (readonly [number, string])[]): OutputText {
  const output = new OutputText()
  for (const [offset, text] of pieces) output.add(offset, text)
  return output
}

describe('the output of a job', () => {
  it('is in lines, however it was cut', () => {
    expect(textOf([0, 'one\ntw'], [6, 'o\nthree']).lines).toEqual(['one', 'two', 'three'])
    expect(textOf([0, 'one\n'], [4, '\n']).lines).toEqual(['one', ''])
  })

  it('counts bytes that come twice once', () => {
    expect(textOf([0, 'one €\n'], [0, 'one €\n'], [4, '€\ntwo\n']).lines).toEqual(['one €', 'two'])
  })

  it('refuses what comes after a gap', () => {
    const output = textOf([0, 'one\n'])

    expect(output.add(9, 'three\n')).toBe(false)
    expect(output.lines).toEqual(['one'])
  })

  it('is replaced from an offset on, also within a piece', () => {
    const output = textOf([0, 'one\ntwo '], [8, 'live\n'])

    output.cut(6)
    output.add(6, 'o final\n')

    expect(output.lines).toEqual(['one', 'two final'])
  })

  it('takes 50,000 lines', () => {
    const output = new OutputText()
    let offset = 0
    for (let index = 0; index < 500; index += 1) {
      const text = `line of ${String(index).padStart(4, '0')}\n`.repeat(100)
      output.add(offset, text)
      offset += text.length
    }

    expect([output.lines.length, output.lines[49_999]]).toEqual([50_000, 'line of 0499'])
  })
})
