import type { RunnableQuery } from './thread/planner-calls.ts'

/** The parts of a query that a run needs, without the others of its row. */
export const runnableQuery = ({
  id,
  name,
  controllerConnectionId,
  nodes,
  edges,
  postProcessors,
  parameters,
  expect,
}: RunnableQuery): RunnableQuery => ({
  id,
  name,
  controllerConnectionId,
  nodes,
  edges,
  postProcessors,
  parameters,
  expect: expect ?? null,
})
