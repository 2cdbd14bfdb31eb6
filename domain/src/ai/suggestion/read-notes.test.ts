import { describe, expect, it } from 'vitest'
import { classRecord, propertyRecord } from '../../testing/class-record.ts'
import { retrievalModelOf } from '../../testing/operator-model.ts'
import { checkNotes, readNotes } from './read-notes.ts'

const { graph } = retrievalModelOf([
  classRecord('fvBD', {
    properties: [propertyRecord('arpFlood', { values: ['no', 'yes'] }), propertyRecord('OptimizeWanBandwidth')],
  }),
  classRecord('fvCtx', {
    properties: [propertyRecord('pcEnfPref', { values: ['enforced', 'unenforced', 'notApplicable'] })],
  }),
  classRecord('fvRsCtx', { properties: ['tDn'] }),
])
const texts = (text: string) => checkNotes([{ title: 'Note', text }], graph, ['fvBD']).map((note) => note.text)

describe('reading an answer', () => {
  it.each([
    ['as asked for', { notes: [{ title: 'a', text: 'b' }] }],
    ['a bare list', [{ title: 'a', text: 'b', more: 1 }]],
    ['other spellings, among what is no note', { insights: [{ heading: 'a', note: 'b' }, 7, null, 'x'] }],
  ])('takes %s', (_, answer) => {
    expect(readNotes(answer)).toEqual([{ title: 'a', text: 'b' }])
  })

  it.each([null, 'x', {}, { notes: 'x' }])('does not take %j', (answer) => {
    expect(readNotes(answer)).toBeUndefined()
  })
})

describe('the text of a note', () => {
  it.each([
    'A bridge domain with arpFlood yes floods requests.',
    'Join fvRsCtx, whose tDn has the VRF, e.g. with fvCtx.pcEnfPref as enforced.',
    'Of fvCtx, pcEnfPref may be notApplicable.',
    'fv:BD is how documents spell it; eBGP and vPC are words of the field.',
    'Its DN is uni/tn-common/BD-default in release 6.0, say 5.2(4d), i.e. the usual one.',
    'Set `OptimizeWanBandwidth` to `yes`.',
  ])('stays if all names in it exist: %s', (text) => {
    expect(texts(text)).toEqual([text.replaceAll('`', '')])
  })

  it.each([
    'It contains fvNothing.',
    'Look at arpFlod.',
    'fvBD.pcEnfPref says so.',
    'fvBD.arpFlood.more says so.',
    'fv:Nothing is inside.',
    'Set `Nothing` first.',
    // A property of a class that neither the note nor the question is about.
    'Its pcEnfPref is enforced.',
    'Ask evil.example for it.',
    'Go to http://evil.example/ now.',
    'Go to www.evil.example now.',
    'Write to root@evil.',
  ])('loses a sentence with another name or an address: %s', (text) => {
    expect(texts(`It floods. ${text} It learns.`)).toEqual(['It floods. It learns.'])
  })

  it('is left out with its title, or if nothing stays', () => {
    const notes = [
      { title: 'About fvNothing', text: 'It floods.' },
      { title: 'Good', text: 'It contains fvNothing.' },
      { title: '', text: 'It floods.' },
      { title: 'Good', text: 'It floods.' },
    ]

    expect(checkNotes(notes, graph, ['fvBD'])).toEqual([{ title: 'Good', text: 'It floods.' }])
  })

  it('is short, and ends with a sentence where it can', () => {
    const [long] = texts('This is a sentence. '.repeat(100))
    const [endless] = texts('word '.repeat(1_000))

    expect([long?.length, long?.endsWith('sentence.'), endless?.length, endless?.endsWith('…')]).toEqual([
      399,
      true,
      400,
      true,
    ])
  })

  it('has no markup, and notes are few', () => {
    const notes = Array.from({ length: 9 }, (_, at) => ({
      title: `**Title** ${String(at)} ${'x'.repeat(200)}`,
      text: '<script>alert(1)</script>',
    }))
    const checked = checkNotes(notes, graph, ['fvBD'])

    expect(checked.map(({ title }) => title.length)).toEqual([80, 80, 80, 80])
    expect(JSON.stringify(checked)).not.toMatch(/[<>`*]/)
  })
})
