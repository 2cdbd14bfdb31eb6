import { coldLine, compareReads, cpuLine, peakLine, timeLine } from '../compare-reads.ts'
import { RELATION_OBJECTS } from '../fabrics.ts'
import type { Measurement } from '../measurement.ts'

const size = RELATION_OBJECTS.toLocaleString('en')

export const relation: Measurement = {
  name: 'relation',
  title: `Join over a relation, ${size} × ${size}`,
  run: async ({ rounds }) => {
    const canvas = {
      nodes: [
        { id: 'epg', class_name: 'fvAEPg', primary: true },
        { id: 'bd', class_name: 'fvBD' },
      ],
      edges: [{ id: 'e', source: 'epg', target: 'bd', kind: 'references', through: 'fvRsBd' }],
    }
    const { engine, keep } = await compareReads('relation', canvas, rounds)
    return [
      timeLine('time', engine, keep, 1.5),
      cpuLine('CPU time, all threads', engine, keep),
      peakLine('peak memory of the process, one run', engine, keep),
      coldLine('time of the first run of a process', engine, keep),
    ]
  },
}
