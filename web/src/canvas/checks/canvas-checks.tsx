import { useChecks } from './use-checks.ts'

/** Keeps the checks of the canvas up to date. It draws nothing, so that an edit draws nothing around it. */
export function CanvasChecks(circumstances: Parameters<typeof useChecks>[0]): null {
  useChecks(circumstances)
  return null
}
