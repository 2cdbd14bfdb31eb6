import { describe, expect, it } from 'vitest'
import { CONTROLLER_COLUMN } from '../canvas/names.ts'
import { faultsOf, runStep, stepOf, tableOf } from '../testing/step-runner.ts'
import { lookupInstant } from './lookup.ts'
import { applyStep } from './post-processors.ts'

const CONFIG = { saved_query: 'q', on: { name: 'epg' } }
const TABLE = tableOf('name vlan', [['web', 10], ['db', 20], ['', 30], [null, 40]]) // prettier-ignore
const OTHERS = tableOf('epg owner', [['web', 'ann'], ['web', 'bob'], ['', 'nobody'], ['mail', 'eve']]) // prettier-ignore
const look = (config: Record<string, unknown> = {}, lookup = OTHERS) =>
  runStep('lookup', { ...CONFIG, ...config }, TABLE, { lookup })

describe('a lookup', () => {
  it('gives a row for each match, and matches no empty values', () => {
    expect(look()).toEqual({
      columns: 'name vlan epg owner',
      cells: [
        ['web', 10, 'web', 'ann'],
        ['web', 10, 'web', 'bob'],
      ],
      warnings: [],
    })
  })

  it('keeps rows without a match with nulls, or those alone, as its settings say', () => {
    expect(look({ join: 'left', columns: ['owner'] }).cells).toEqual([
      ['web', 10, 'ann'],
      ['web', 10, 'bob'],
      ['db', 20, null],
      ['', 30, null],
      [null, 40, null],
    ])
    expect(look({ join: 'without' })).toEqual({
      columns: 'name vlan',
      cells: [['db', 20], ['', 30], [null, 40]], // prettier-ignore
      warnings: [],
    })
  })

  it('compares as text', () => {
    const numbers = tableOf('epg owner', [[10, 'ann']])
    expect(look({ on: { vlan: 'epg' }, columns: ['owner'] }, numbers).cells).toEqual([['web', 10, 'ann']])
  })

  it('matches on all of several columns', () => {
    const both = tableOf('epg tag owner', [['web', '10', 'ann'], ['web', '20', 'bob']]) // prettier-ignore
    expect(look({ on: { name: 'epg', vlan: 'tag' }, columns: ['owner'] }, both).cells).toEqual([['web', 10, 'ann']])
  })

  it('puts a prefix before the names of its columns, if there is one', () => {
    expect(look({ prefix: 'p' }).columns).toBe('name vlan p.epg p.owner')
    expect(look({ prefix: '' }).columns).toBe('name vlan epg owner')
  })

  it('says which columns the other query lacks, and which are there already', () => {
    expect(look({ columns: ['owner', 'age'] }).warnings).toEqual([
      'lookup: the saved query has no column age, so it is null',
    ])
    expect(look({}, tableOf('epg vlan', [['web', 99]])).warnings).toEqual([
      'lookup: columns vlan already exist and were not added: choose a prefix',
    ])
    expect(look({ on: { name: 'name' } }, tableOf('name owner', [['web', 'ann']]))).toMatchObject({
      columns: 'name vlan owner',
      warnings: [],
    })
  })

  it('never matches rows of another fabric', () => {
    const ours = tableOf(`name ${CONTROLLER_COLUMN}`, [['web', 'a'], ['web', 'b']]) // prettier-ignore
    const theirs = tableOf(`epg owner ${CONTROLLER_COLUMN}`, [['web', 'ann', 'a'], ['web', 'bob', 'b']]) // prettier-ignore
    const config = { ...CONFIG, columns: ['owner'] }
    const matched = applyStep(stepOf('lookup', config), ours, {
      maxRows: 9,
      lookup: { ...theirs, perController: true },
    })

    expect(matched.rows.map((row) => Object.values(row))).toEqual([
      ['web', 'a', 'ann'],
      ['web', 'b', 'bob'],
    ])
    const all = applyStep(stepOf('lookup', CONFIG), ours, { maxRows: 9, lookup: { ...theirs, perController: true } })
    expect([all.columns, all.warnings]).toEqual([['name', CONTROLLER_COLUMN, 'epg', 'owner'], []])
  })

  it('names columns that are there already, where they are known', () => {
    expect(faultsOf('lookup', { ...CONFIG, columns: ['owner', 'vlan'] }, 'name vlan')).toEqual([
      'step.config.columns.1: lookup: there is already a column vlan: choose a prefix',
    ])
    expect(faultsOf('lookup', { ...CONFIG, columns: ['vlan'], join: 'without' }, 'name vlan')).toEqual([])
    expect(faultsOf('lookup', { ...CONFIG, columns: ['vlan'], prefix: 'p' }, 'name vlan')).toEqual([])
  })

  it.each(['previous', '2026-03-01T12:00:00Z', '{{when}}'])('may read what was there %s', (as_of) => {
    expect(faultsOf('lookup', { ...CONFIG, as_of })).toEqual([])
  })

  it('refuses an instant that is none', () => {
    expect(faultsOf('lookup', { ...CONFIG, as_of: 'yesterday' })).toEqual([
      'step.config.as_of: lookup: "yesterday": expected previous, an ISO 8601 instant, or one such as {{now-1h}}',
    ])
  })

  it('reads the newest capture before the run, or that of an instant', () => {
    expect(lookupInstant('previous')).toBeUndefined()
    expect(lookupInstant('2026-03-01T12:00:00Z')).toBe(Date.parse('2026-03-01T12:00:00Z'))
  })
})
