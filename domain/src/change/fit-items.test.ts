import { expect, it } from 'vitest'
import { fitItems } from './fit-items.ts'

const LISTS = { added: ['aaaa', 'bbbb'], removed: ['cccc'] }

it('keeps everything that fits, and says what room is left', () => {
  expect(fitItems(LISTS, 30)).toEqual({ lists: LISTS, room: 9, isCut: false })
})

it.each([
  { room: 20, lists: { added: ['aaaa', 'bbbb'], removed: [] } },
  { room: 13, lists: { added: ['aaaa'], removed: [] } },
  { room: 0, lists: { added: [], removed: [] } },
])('cuts each list where $room characters end', ({ room, lists }) => {
  expect(fitItems(LISTS, room)).toMatchObject({ lists, isCut: true })
})

it('leaves room for a small item of a later list', () => {
  expect(fitItems({ added: ['x'.repeat(50)], removed: ['y'] }, 10)).toEqual({
    lists: { added: [], removed: ['y'] },
    room: 6,
    isCut: true,
  })
})
