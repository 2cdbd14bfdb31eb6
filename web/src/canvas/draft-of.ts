import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import type { Wire } from '../lib/api/wire.ts'

type Parts = Required<Pick<Wire.DraftBody, 'nodes' | 'edges' | 'post_processors'>>

/** What is drawn, to be sent. It may be unfinished, which the server takes and its types do not say. */
export const draftOf = ({ nodes, edges, post_processors: steps }: WireCanvas): Parts =>
  ({ nodes: [...nodes], edges: [...edges], post_processors: [...steps] }) as unknown as Parts
