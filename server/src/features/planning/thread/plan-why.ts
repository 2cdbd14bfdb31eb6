import { bindCanvas } from '@heddle/domain/canvas/binding/variables.ts'
import type { Canvas } from '@heddle/domain/canvas/canvas.ts'
import { classesText, nodeClasses } from '@heddle/domain/canvas/node-classes.ts'
import { parseCanvas } from '@heddle/domain/canvas/parse-canvas.ts'
import { PreparationBudget } from '@heddle/domain/canvas/preparation-budget.ts'
import { choosePrimary } from '@heddle/domain/canvas/primary.ts'
import type { ManagedObject } from '@heddle/domain/controller-query/controller-query.ts'
import type { ClassModel } from '@heddle/domain/mim/model.ts'
import { bindParameters } from '@heddle/domain/parameters/bind-parameters.ts'
import { TooManySteps } from '@heddle/domain/patterns/steps.ts'
import { planQuery } from '@heddle/domain/query/plan-query.ts'
import type { Plan } from '@heddle/domain/query/plan.ts'
import { edgeStages } from '@heddle/domain/why/edge-stages.ts'
import { droppedAt, keptEdges } from '@heddle/domain/why/judge-edge.ts'
import { judgeObject, ofAnotherClass, stagesNotReached } from '@heddle/domain/why/judge-object.ts'
import { columnsKept, droppedBy, keptBy, mannerOf } from '@heddle/domain/why/judge-step.ts'
import { narrowedCanvas, relationCanvas, relationHeld } from '@heddle/domain/why/narrowed-canvas.ts'
import type { RunInput } from '../../run-engine/index.ts'
import { lookupsOf, plannedInput, type PlanningOf } from './plan-run.ts'
import type { WhyDropped, PlannedPart, SaidDropped, WhyFailure, WhyOrder, WhyOutline, WhyPart } from './why-calls.ts'

type Order = Omit<WhyOrder, 'model'> & { readonly model: ClassModel }

/** What can be said about an object of a valid query without reading more than the object. */
export function outlineWhy(order: Order, object: ManagedObject | undefined): WhyOutline | WhyFailure {
  return withinSteps(() => {
    const canvas = boundCanvas(order)
    const primary = choosePrimary(canvas)!
    const edges = edgeStages(canvas, primary.id)
    const because = `There is no object ${order.dn}.`
    const judged = object
      ? judgeObject(canvas, object, order.model)
      : { stages: stagesNotReached(canvas, edges.flatMap(idsOf), because), isOfClass: false }
    return {
      ...judged,
      otherClass: {
        ...{ kind: 'scope', id: primary.id, verdict: 'dropped' },
        because: ofAnotherClass(object?.class_name ?? '', classesText(nodeClasses(primary))),
        values: { dn: order.dn, className: object?.class_name ?? '' },
      },
      edges: edges.map((stage) => ({
        kept: keptEdges(canvas, [stage]),
        relation: relationHeld(canvas, stage, order.model),
      })),
      steps: canvas.post_processors.map((step) => ({ manner: mannerOf(step), kept: keptBy(step) })),
    }
  })
}

const idsOf = ({ edge, behind }: ReturnType<typeof edgeStages>[number]) => [edge.id, ...behind.map(({ id }) => id)]

/** The part as a run of its own. */
export async function planWhy(planning: PlanningOf<WhyOrder>, part: WhyPart): Promise<PlannedPart> {
  const { query, request, merge } = planning
  const plan = planOf(boundCanvas(planning), planning, part)
  const budget = new PreparationBudget(planning.now)
  const { inputs } = await lookupsOf(planning, budget).of(
    query,
    merge ? undefined : request.connection,
    plan.post_processors,
  )
  return {
    input: plannedInput({
      plan,
      connection: request.connection,
      merge: mergeOf(planning, part),
      lookups: inputs,
      only: rowsOf(plan, planning, part),
    }),
  }
}

/** Before the steps, the rows of a connection depend on no other; a DN may mean something else there. */
function mergeOf({ merge, on }: Pick<Order, 'merge' | 'on'>, { kind }: WhyPart): Order['merge'] {
  if (!merge || kind === 'steps' || kind === 'whole') return merge
  return { connections: merge.connections.filter(({ id }) => id === on), allowPartial: false }
}

function planOf(canvas: Canvas, { dn, model, maxResultRows, counts }: Order, part: WhyPart): Plan {
  const options = { model, maxResultRows, sizes: (className: string) => counts?.get(className) }
  if (part.kind === 'edges') return planQuery(narrowedCanvas(canvas, dn, part), options)
  if (part.kind === 'relation') return planQuery(relationCanvas(canvas, dn, part.index, model), options)
  const steps = canvas.post_processors.slice(0, part.to)
  const plan = planQuery({ ...canvas, post_processors: steps }, options)
  if (part.kind === 'whole') return plan
  const { counted: _, ...rest } = plan
  return { ...rest, fetches: [], joins: [], post_processors: plan.post_processors.slice(part.from) }
}

function rowsOf(plan: Plan, { dn }: Order, part: WhyPart): RunInput['only'] {
  if (part.kind === 'edges' || part.kind === 'relation') return { columns: ['dn'], rows: [{ dn }] }
  const last = plan.post_processors.at(-1)
  return part.kind === 'whole' && last ? { columns: columnsKept(last, part.columns), rows: [] } : undefined
}

/** The stage of the edge or step that drops the object. */
export function sayDropped(order: Order, dropped: WhyDropped): SaidDropped | WhyFailure {
  return withinSteps(() => {
    const canvas = boundCanvas(order)
    if (dropped.kind === 'edge') {
      const stage = edgeStages(canvas, choosePrimary(canvas)!.id)[dropped.index]!
      return { stage: droppedAt(canvas, stage, dropped.partners) }
    }
    // The plan knows how the columns of a step compare.
    const { post_processors } = planQuery(canvas, { model: order.model })
    return { stage: droppedBy(post_processors[dropped.index]!, dropped.row) }
  })
}

/** With values for variables and without disabled steps. */
function boundCanvas({ query, request, now }: Order): Canvas {
  const budget = new PreparationBudget(now)
  const wire = { nodes: query.nodes, edges: query.edges, post_processors: query.postProcessors }
  const { variables } = bindParameters(query.parameters, request.variables)
  const { canvas } = bindCanvas(parseCanvas(wire, budget.suggestions).canvas, variables, budget)
  return { ...canvas, post_processors: canvas.post_processors.filter(({ enabled }) => enabled) }
}

function withinSteps<Result>(work: () => Result): Result | WhyFailure {
  try {
    return work()
  } catch (error) {
    if (error instanceof TooManySteps) return { failure: error.message }
    throw error
  }
}
