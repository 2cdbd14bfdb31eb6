import { describe, expect, it } from 'vitest'
import { changedViews, textOfView, type ViewChange, type Views, viewOfText, viewsIn } from './saved-views.ts'

const TWO: Views = {
  views: [
    { name: 'Large', search: 'f.mtu=ge%3A9000' },
    { name: 'By name', search: 'sort=name' },
  ],
  standard: 'Large',
}

describe('saved views', () => {
  it.each<[string, ViewChange, string, string | undefined]>([
    ['one more', { kind: 'save', view: { name: 'New', search: 'q=a' } }, 'Large By name New', 'Large'],
    ['one that is saved again', { kind: 'save', view: { name: 'Large', search: 'q=a' } }, 'Large By name', 'Large'],
    ['a new name', { kind: 'rename', from: 'Large', to: 'Big' }, 'Big By name', 'Big'],
    ['the name of another', { kind: 'rename', from: 'By name', to: 'Large' }, 'Large', undefined],
    ['one less', { kind: 'remove', name: 'Large' }, 'By name', undefined],
    ['no default', { kind: 'standard', name: undefined }, 'Large By name', undefined],
  ])('%s', (title, change, names, standard) => {
    const after = changedViews(TWO, change)
    expect(after.views.map(({ name }) => name).join(' ')).toBe(names)
    if (title !== 'the name of another') expect(after.standard).toBe(standard)
  })

  it('are the same text whatever the order of their parts', () => {
    expect(textOfView({ sort: '-mtu', 'f.a': 'is:1,2', q: undefined })).toBe(
      textOfView({ 'f.a': 'is:1,2', sort: '-mtu' }),
    )
    expect(viewOfText(textOfView({ 'f.a b': 'eq:x&y' }))).toEqual({ 'f.a b': 'eq:x&y' })
  })

  it.each([undefined, null, 'x', { views: 'x' }, { views: [{ name: 1 }], standard: 'gone' }])(
    'are none where %j is kept',
    (kept) => {
      expect(viewsIn(kept)).toEqual({ views: [] })
    },
  )
})
