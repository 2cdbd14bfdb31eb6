/**
 * Whether a DN has a step `.` or `..` between two slashes, brackets or not. HTTP software resolves such steps anywhere
 * in a path, so the request would reach another address. A name that only contains dots (`tn-a..b`) is legal.
 */
export function hasMovingStep(dn: string): boolean {
  return dn.split('/').some((step) => step === '.' || step === '..')
}
