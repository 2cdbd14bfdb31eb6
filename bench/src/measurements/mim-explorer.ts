import { type Line, type Measurement, mb, ms } from '../measurement.ts'
import type { Recall, Timed } from '../programs/class-model.ts'
import { startProgram } from '../start-program.ts'
import { percentile } from '../statistics.ts'

const CLASSES = 18_000
const MOST_MS = 5
const MOST_MB = 300

export const mimExplorer: Measurement = {
  name: 'mim-explorer',
  title: `Explorer and search over a class model of ${CLASSES.toLocaleString('en')} classes`,
  run: async () => {
    const program = await startProgram('class-model', { classes: CLASSES })
    const { properties, containments, relations, compileMs, openMs, packedMb } = await program.call.size()
    const answers = [...(await program.call.answers()), ...(await program.call.searches())]
    const recalls = await program.call.recall()
    const memory = await program.call.memoryMb()
    await program.stop()
    const counted = `${properties.toLocaleString('en')} properties, ${(containments + relations).toLocaleString('en')} edges`
    return [
      ...answers.map(answerLine),
      ...recalls.map(recallLine),
      {
        what: 'memory of graph and search index',
        heddle: mb(memory),
        target: `below ${MOST_MB} MB`,
        passed: memory < MOST_MB,
      },
      { what: `compiled once an import (${counted}, ${mb(packedMb)})`, heddle: ms(compileMs) },
      { what: 'opened by each process', heddle: ms(openMs) },
    ]
  },
}

function answerLine({ what, ms: taken }: Timed): Line {
  const p99 = percentile(taken, 0.99)
  return {
    what: `${what}, p99 of ${taken.length.toLocaleString('en')}`,
    heddle: `${precise(p99)} (median ${precise(percentile(taken, 0.5))}, most ${precise(Math.max(...taken))})`,
    target: `below ${MOST_MS} ms`,
    passed: p99 < MOST_MS,
  }
}

const recallLine = ({ what, asked, missed }: Recall): Line => ({
  what: `recall: ${what}`,
  heddle: `${((asked - missed) / asked).toFixed(4)} of ${asked.toLocaleString('en')}`,
  target: '1',
  passed: missed === 0,
})

const precise = (value: number): string => `${value.toFixed(2)} ms`
