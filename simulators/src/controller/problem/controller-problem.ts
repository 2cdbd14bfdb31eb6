/** An error the controller reports in its JSON envelope, with the texts and codes of real controllers. */
export class ControllerProblem extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, text: string) {
    super(text)
    this.status = status
    this.code = code
  }
}

export const problems = {
  noCookie: () =>
    new ControllerProblem(
      403,
      '403',
      'Need a valid webtoken cookie (named APIC-Cookie) or a signed request with signature in the cookie APIC-Request-Signature for all REST API requests',
    ),
  tokenTimeout: () => new ControllerProblem(403, '403', 'Token was invalid (Error: Token timeout)'),
  unresolvedClass: (name: string) => new ControllerProblem(400, '400', `Request failed, unresolved class for ${name}`),
  classNotFound: (name: string) => new ControllerProblem(400, '122', `class ${name} not found`),
  unknownClass: (option: string, name: string) =>
    new ControllerProblem(400, '12', `Invalid ${option}. Unknown class ${name}`),
  propertyNotFound: (name: string, className: string) =>
    new ControllerProblem(400, '121', `Prop '${name}' not found in class '${className}' property table`),
  badValue: (property: string, value: string) =>
    new ControllerProblem(400, '301', `Incorrect filter format for ${property}, value '${value}' is not valid`),
  badFilter: (detail: string) => new ControllerProblem(400, '301', `Incorrect filter format, ${detail}`),
  tooManyPredicates: (limit: number) =>
    new ControllerProblem(400, '301', `Number of filter expressions cannot exceed maximum allowed (${limit})`),
  badOption: (option: string, value: string) =>
    new ControllerProblem(400, '400', `Request failed, invalid value '${value}' for query parameter ${option}`),
  badDn: (dn: string, rn: string, position: number) =>
    new ControllerProblem(400, '107', `Invalid DN ${dn}, wrong rn prefix ${rn} at position ${position}`),
  tooBig: (status: number) =>
    new ControllerProblem(status, '400', 'Unable to process the query, result dataset is too big'),
  resolveTimeout: (suffix: string) =>
    new ControllerProblem(503, '503', `Unable to deliver the message, Resolve timeout${suffix}`),
  readOnly: () => new ControllerProblem(403, '403', 'Write access is denied'),
}
