import type { RowWorkCalls } from '../../features/row-work/thread/tools.ts'
import { serveThread } from '../../platform/threads/serve-thread.ts'

/** A thread that does with its rows what the key column of its judge says. */
let wish: string | undefined

serveThread<RowWorkCalls>({
  open: ({ start }) => {
    wish = (start as { readonly spec: { readonly by?: readonly string[] } }).spec.by?.[0]
  },
  call: ({ method }) => {
    if (method !== 'judge') return undefined
    if (wish === 'computes forever') for (;;);
    if (wish === 'fills memory') fillMemory()
    if (wish === 'fails') throw new TypeError('it failed')
    return { rows: [], after: wish }
  },
  close: () => void (wish = undefined),
})

function fillMemory(): never {
  const kept: object[] = []
  for (;;) kept.push({ text: String(kept.length) })
}
