import { firstNotSurvived } from '@heddle/domain/why/edge-stages.ts'
import type { Partners } from '@heddle/domain/why/judge-edge.ts'
import type { WhyStage } from '@heddle/contract/why.ts'
import { BadGateway } from '../../../kernel/errors.ts'
import type { WhyDropped, WhyOutline } from '../../planning/index.ts'
import { firstRows, type PartResult, type RunWhyPart } from './run-parts.ts'

type Followed = {
  readonly stages: readonly WhyStage[]
  /** Its rows after the edges and after all stages; undefined if it was dropped. */
  readonly present?: { readonly joined: PartResult; readonly rows: PartResult }
}

type Following = {
  readonly outline: WhyOutline
  readonly run: RunWhyPart
  readonly sayDropped: (dropped: WhyDropped) => Promise<WhyStage>
}

/** Follows an object that passes the filters of its node through edges and steps. */
export async function followObject(following: Following): Promise<Followed> {
  const { outline, run } = following
  const joined = await run({ kind: 'edges', stages: outline.edges.length })
  if (joined.rowCount === 0) return { stages: await droppedByEdges(following) }
  const before = [...outline.stages, ...outline.edges.flatMap(({ kept }) => kept)]
  const { stages, rows } = await throughSteps(following, joined)
  return { stages: [...before, ...stages], ...(rows && { present: { joined, rows } }) }
}

async function droppedByEdges({ outline, run, sayDropped }: Following): Promise<readonly WhyStage[]> {
  const survives = async (stages: number) => (await run({ kind: 'edges', stages })).rowCount > 0
  const { edges, stages } = outline
  // Without a class model, only the controller knows whether it is an object of the class.
  const isRead = edges.length > 0 && (outline.isOfClass || (await survives(0)))
  const culprit = isRead ? await firstNotSurvived(edges.length, survives) : undefined
  if (culprit === undefined) return [outline.otherClass]
  const partners = await partnersOf(run, culprit, edges[culprit]?.relation)
  const kept = edges.slice(0, culprit).flatMap((edge) => edge.kept)
  return [...stages, ...kept, await sayDropped({ kind: 'edge', index: culprit, partners })]
}

/** What the edge finds without filters at its other end. There may be too much of it to say more. */
async function partnersOf(run: RunWhyPart, culprit: number, class_name: string | undefined): Promise<Partners> {
  try {
    const ran = await run({ kind: 'edges', stages: culprit + 1, relaxed: true })
    if (ran.rowCount > 0) return { count: ran.rowCount, first: (await firstRows(ran))[0] }
    if (class_name === undefined) return { count: 0 }
    const [first] = await firstRows(await run({ kind: 'relation', index: culprit }))
    return { count: 0, relation: { class_name, first } }
  } catch (error) {
    if (!(error instanceof BadGateway)) throw error
    return { count: undefined }
  }
}

type Stepped = { readonly stages: readonly WhyStage[]; readonly rows?: PartResult }

/** Rows go through steps alone where others make no difference, and are found again among all rows where they do. */
async function throughSteps({ outline: { steps }, run, sayDropped }: Following, joined: PartResult): Promise<Stepped> {
  let rows = joined
  let done = 0
  const kept = (count: number) => steps.slice(0, count).map((step) => step.kept)
  while (done < steps.length) {
    const alone = steps.slice(done).findIndex(({ manner }) => manner === 'all')
    const to = alone === 0 ? done + 1 : alone < 0 ? steps.length : done + alone
    const ran =
      alone === 0
        ? await run({ kind: 'whole', to, columns: rows.columns }, rows)
        : await run({ kind: 'steps', from: done, to }, rows)
    if (ran.rowCount === 0) {
      const dropping = alone === 0 ? undefined : ran.stages.findIndex(isDropping)
      const stage = dropping === undefined ? undefined : ran.stages[dropping]
      // The first stage stands for the rows themselves.
      const index = dropping === undefined ? done : done + dropping - 1
      const row = stage?.input_sample[0] ?? (await firstRows(rows))[0] ?? {}
      return { stages: [...kept(index), await sayDropped({ kind: 'step', index, row })] }
    }
    rows = ran
    done = to
  }
  return { stages: kept(done), rows }
}

const isDropping = ({ type, input_rows, output_rows }: PartResult['stages'][number]): boolean =>
  type === 'post_processor' && (input_rows ?? 0) > 0 && output_rows === 0
