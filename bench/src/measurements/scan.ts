import { coldLine, compareReads, cpuLine, laterPeakLine, peakLine, timeLine } from '../compare-reads.ts'
import { SCAN_OBJECTS } from '../fabrics.ts'
import type { Measurement } from '../measurement.ts'

export const scan: Measurement = {
  name: 'scan',
  title: `Scan of one class, ${SCAN_OBJECTS.toLocaleString('en')} objects`,
  run: async ({ rounds }) => {
    const canvas = { nodes: [{ id: 'port', class_name: 'fvRsPathAtt' }], edges: [] }
    const { engine, keep, drop } = await compareReads('scan', canvas, rounds)
    return [
      timeLine('time', engine, keep, 1.3),
      peakLine('peak memory of the process, one run', engine, keep, 2),
      timeLine('time, floor keeps nothing', engine, drop),
      peakLine('peak memory, floor keeps nothing', engine, drop),
      cpuLine('CPU time, all threads', engine, keep),
      coldLine('time of the first run of a process', engine, keep),
      laterPeakLine('peak memory after four runs', engine, keep),
    ]
  },
}
