/**
 * Steps that keep a thread computing, within every limit but that on time: each object becomes many rows, which are
 * put in order again and again. In the end there is a row for each object.
 */
export const longSteps = (sorts: number, rowsPerObject = 250) => [
  { id: 'fill', type: 'fill', config: { columns: ['part'], value: 'x,'.repeat(rowsPerObject) } },
  { id: 'explode', type: 'explode', config: { column: 'part', separator: ',' } },
  ...Array.from({ length: sorts }, (_, index) => ({
    id: `sort${index}`,
    type: 'sort',
    config: { by: [{ column: 'dn', direction: index % 2 === 0 ? 'desc' : 'asc' }] },
  })),
  { id: 'select', type: 'select', config: { columns: ['dn'] } },
  { id: 'distinct', type: 'distinct', config: {} },
]
