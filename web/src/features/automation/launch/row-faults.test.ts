import { HeddleError } from '@heddle/client'
import { expect, it } from 'vitest'
import { cellKey, faultsByCell, rowFaults } from './row-faults.ts'

const refusal = (fields: Record<string, string[]>) => new HeddleError('Invalid.', 400, { fields })

it('finds the cells that a refusal is about, although empty rows were not sent', () => {
  const faults = rowFaults(
    refusal({ 'rows.1.vlan': ['"21O": expected an integer.'], rows: ['too many'], 'rows.0.switch.name': ['required'] }),
    [0, 4],
  )

  expect(faults).toEqual([
    { row: undefined, column: undefined, message: 'too many' },
    { row: 0, column: 'switch.name', message: 'required' },
    { row: 4, column: 'vlan', message: '"21O": expected an integer.' },
  ])
  expect(faultsByCell(faults).get(cellKey(4, 'vlan'))).toBe('"21O": expected an integer.')
})

it('says what else was refused', () => {
  expect(rowFaults(new HeddleError('You may not do this.', 403), [0])).toEqual([
    { row: undefined, column: undefined, message: 'You may not do this.' },
  ])
})
