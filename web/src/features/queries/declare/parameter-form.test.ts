import { readParameters } from '@heddle/domain/parameters/read-parameters.ts'
import { describe, expect, it } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { formOfParameter, moved, parameterOfForm, withParameter } from './parameter-form.ts'

describe('the form of a parameter', () => {
  it.each<Wire.Parameter>([
    { name: 'tenant', label: 'Tenant', type: 'dn', required: true, default: null },
    { name: 'vlan', label: 'vlan', type: 'integer', required: false, default: 100, choices: [100, 200] },
    {
      name: 'leaf',
      label: 'Leaf',
      type: 'enum',
      required: false,
      default: null,
      choices_from: { saved_query: '0e6c2f0a-3d1b-4b52-9c1a-5f6a7d2b9e11', column: 'name' },
    },
  ])('gives back $name as it was', (parameter) => {
    const sent = parameterOfForm(formOfParameter(parameter))

    expect(readParameters([sent])).toEqual({ parameters: [parameter], faults: {} })
  })

  it('leaves out blank lines of choices, and choices of a truth value', () => {
    const form = { ...formOfParameter({ name: 'zone' }), choicesBy: 'list', choices: ' a \n\nb\n' } as const

    expect(parameterOfForm(form)).toMatchObject({ choices: ['a', 'b'] })
    expect(parameterOfForm({ ...form, type: 'boolean' })).not.toHaveProperty('choices')
  })

  it('says what is wrong under the field', () => {
    const sent = parameterOfForm({ ...formOfParameter({ name: '1st' }), type: 'integer', default: 'many' })

    expect(Object.keys(readParameters([sent]).faults)).toEqual(['0.name', '0.default'])
  })

  it('replaces the one that is edited, even under a new name, and adds others last', () => {
    const parameters = [{ name: 'a' }, { name: 'b' }]

    expect(withParameter(parameters, 'a', { name: 'z' })).toEqual([{ name: 'z' }, { name: 'b' }])
    expect(withParameter(parameters, undefined, { name: 'c' })).toEqual([...parameters, { name: 'c' }])
  })

  it('moves one place, and no further than the ends', () => {
    expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c'])
    expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
  })
})
