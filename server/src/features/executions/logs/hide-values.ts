import { BY_EXPRESSIONS } from '@heddle/domain/query/explain.ts'

/**
 * What a run is shown as to those who may not read its rows: keys of joins, scopes and filters are values of rows, or
 * were entered by its user.
 */

const HIDDEN = '…'

// Users write what is searched here, so every expression takes time in proportion to the text: none starts again inside
// a long word or looks for the end of a line from many places.

/** The values of a filter in the controller's language, whatever they contain: `eq(fvBD.name,"web")`. */
const FILTER_VALUES = /(?<!\w)(\w+\(\w+\.\w+)(?:,"(?:[^"\\]|\\[^])*(?:"|$))+/g
const hideFilterValues = (text: string): string => text.replace(FILTER_VALUES, `$1,${HIDDEN}`)

/** In request paths, one per line. */
export const hideInPaths = (paths: string): string =>
  hideFilterValues(paths.replace(/^\/api\/mo\/.*\.json(?=\?|$)/gm, `/api/mo/${HIDDEN}.json`))

/** In the text of a plan. */
export const hideInPlan = (text: string): string =>
  hideFilterValues(text.split('\n').map(hideScope).join('\n'))
    .split('\n')
    .map(hideLocalFilter)
    .map(hideExpressions)
    .join('\n')

function hideScope(line: string): string {
  const end = line.lastIndexOf(', because its scope is known')
  const start = /\bbelow /.exec(line)
  return start && start.index < end ? `${line.slice(0, start.index)}below ${HIDDEN}${line.slice(end)}` : line
}

function hideExpressions(line: string): string {
  const start = line.indexOf(BY_EXPRESSIONS)
  return start < 0 ? line : `${line.slice(0, start)}${BY_EXPRESSIONS}${HIDDEN}`
}

function hideLocalFilter(line: string): string {
  const words = '; checked here: '
  const start = line.indexOf(words)
  if (start < 0) return line
  const rest = /; about \d+ objects?(?: in total)?$/.exec(line.slice(-100))?.[0] ?? ''
  return `${line.slice(0, start)}${words}${HIDDEN}${rest}`
}

/** In the message of a failed run: the controller's own words, quoted texts, and whatever looks like a DN or a path. */
export const hideInError = (message: string): string =>
  message
    .replace(/(The controller answered: )[^]*?( \(error \w*\))?$/, `$1${HIDDEN}$2`)
    .replace(/"(?:[^"\\]|\\[^])*(?:"|$)/g, HIDDEN)
    .replace(/\S+/g, (word) => (/[/[\]=]/.test(word) ? HIDDEN : word))
