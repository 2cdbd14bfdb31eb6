import { describe, expect, it } from 'vitest'
import { findPhrases } from './plain-english.ts'

describe('plain English', () => {
  it.each([
    ['Group "x" was made', 'was made'],
    ['x changed the own password', 'the own'],
    ['the job queue can not be read', 'can not'],
    ['Administrators are told of all snapshots', 'are told'],
    ['Whoever is not signed in', 'Whoever'],
    ['the reason stands in the record', 'stands in'],
    ['a run that stays open for ever', 'for ever'],
  ])('rejects "%s"', (sentence, phrase) => {
    expect(findPhrases(sentence).map((found) => found.phrase)).toContain(phrase)
  })

  it.each([
    'Group "x" was created',
    'The body is made of chunks',
    'It runs automatically',
    'Cannot read the job queue',
  ])('accepts "%s"', (sentence) => {
    expect(findPhrases(sentence)).toEqual([])
  })

  it('reports where each phrase begins', () => {
    expect(findPhrases('a\nit can not')).toMatchObject([{ index: 5, phrase: 'can not' }])
  })
})
