import { describe, expect, it } from 'vitest'
import { columnDraftOf, definitionOf, typeOfColumn } from './column-draft.ts'

const PLAIN = { field_type: 'text', required: false, unique: false }

describe('a column in the form of a template', () => {
  it.each([
    [{ name: 'a' }, { name: 'a', ...PLAIN }],
    [
      { name: 'a', field_type: 'multi_enum', choices: ['x, y', 'z'], default: ['x, y'] },
      { name: 'a', ...PLAIN, field_type: 'multi_enum', choices: ['x, y', 'z'], default: ['x, y'] },
    ],
    [
      { name: 'a', field_type: 'integer', min: 0, max: 5, default: 0, unique: true, help_text: 'How many' },
      {
        name: 'a',
        field_type: 'integer',
        min: 0,
        max: 5,
        default: 0,
        required: false,
        unique: true,
        help_text: 'How many',
      },
    ],
    [
      { name: 'a', column_template: 't-1', regex_pattern: null, required: false },
      { name: 'a', column_template: 't-1', regex_pattern: null, required: false },
    ],
    [
      { name: 'a', field_type: 'dn', validation_list: 'l-1', regex_pattern: 'p-1', min_length: 1, max_length: 9 },
      {
        name: 'a',
        ...PLAIN,
        field_type: 'dn',
        validation_list: 'l-1',
        regex_pattern: 'p-1',
        min_length: 1,
        max_length: 9,
      },
    ],
  ] as const)('is the same again: %j', (stored, sent) => {
    const draft = columnDraftOf(stored as never, 'k')

    expect(definitionOf(draft, typeOfColumn(draft, []))).toEqual(sent)
  })

  it('leaves out what its type has no use for', () => {
    const draft = {
      ...columnDraftOf({ name: 'a', choices: ['x'], min_length: 1 }, 'k'),
      type: 'integer' as const,
      min: '2',
    }

    expect(definitionOf(draft, 'integer')).toEqual({ name: 'a', ...PLAIN, field_type: 'integer', min: 2 })
  })

  it('sends a default as its type has it, and what is no number as it was typed', () => {
    const draft = columnDraftOf({ name: 'a' }, 'k')

    const sent = (['integer', 'boolean', 'text'] as const).map(
      (type) => definitionOf({ ...draft, type, byDefault: type === 'boolean' ? 'true' : '7' }, type).default,
    )

    expect(sent).toEqual([7, true, '7'])
    expect(definitionOf({ ...draft, type: 'integer', max: 'many' }, 'integer').max).toBe('many')
  })

  it('has the type of its column template', () => {
    expect(typeOfColumn({ type: '', template: 't-1' }, [{ id: 't-1', field_type: 'date' }])).toBe('date')
  })
})
