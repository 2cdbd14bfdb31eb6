/**
 * What a run is shown as to those who may not read its rows: keys of joins, scopes and filters are values of rows, or
 * were entered by its user.
 */

const HIDDEN = '…'

/** The values of a filter in the controller's language, whatever they contain: `eq(fvBD.name,"web")`. */
const FILTER_VALUES = /(\w+\(\w+\.\w+)(?:,"(?:[^"\\]|\\[^])*(?:"|$))+/g
const hideFilterValues = (text: string): string => text.replace(FILTER_VALUES, `$1,${HIDDEN}`)

/** In request paths, one per line. */
export const hideInPaths = (paths: string): string =>
  hideFilterValues(paths.replace(/^\/api\/mo\/.*\.json(?=\?|$)/gm, `/api/mo/${HIDDEN}.json`))

/** In the text of a plan. */
export const hideInPlan = (text: string): string =>
  hideFilterValues(text.replace(/\bbelow .*, because its scope is known/g, `below ${HIDDEN}, because its scope is known`)).replace(
    /; checked here: .*?(?=(?:; about \d+ objects?(?: in total)?)?$)/gm,
    `; checked here: ${HIDDEN}`,
  )

/** In the message of a failed run: the controller's own words, quoted texts, and whatever looks like a DN or a path. */
export const hideInError = (message: string): string =>
  message
    .replace(/(The controller answered: )[^]*?( \(error \w*\))?$/, `$1${HIDDEN}$2`)
    .replace(/"(?:[^"\\]|\\[^])*(?:"|$)/g, HIDDEN)
    .replace(/\S*[/[\]=]\S*/g, HIDDEN)
