import type { QueryToRun } from './thread/planner-calls.ts'

/** The parts of a query that a run needs, without the others of its row. */
export const queryToRun = ({
  id,
  name,
  controllerConnectionId,
  nodes,
  edges,
  postProcessors,
  parameters,
  expect,
}: QueryToRun): QueryToRun => ({
  id,
  name,
  controllerConnectionId,
  nodes,
  edges,
  postProcessors,
  parameters,
  expect: expect ?? null,
})
