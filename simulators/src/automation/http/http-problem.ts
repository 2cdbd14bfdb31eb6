import { detailReply, jsonReply, type Reply } from './reply.ts'

/** Ends a request with this answer. */
export class HttpProblem extends Error {
  readonly reply: Reply

  constructor(reply: Reply) {
    super(`status ${reply.status}`)
    this.reply = reply
  }
}

const LOGIN_HINT = 'To establish a login session, visit /api/login/.'
const CHALLENGE = { 'www-authenticate': 'Bearer realm=api authorization_url=/api/o/authorize/' }

export const problems = {
  /** The same for no token, an unknown and a revoked one. */
  notAuthenticated: () =>
    new HttpProblem(detailReply(401, `Authentication credentials were not provided. ${LOGIN_HINT}`, CHALLENGE)),
  wrongPassword: () => new HttpProblem(detailReply(401, `Invalid username/password. ${LOGIN_HINT}`, CHALLENGE)),
  forbidden: (detail = 'You do not have permission to perform this action.') =>
    new HttpProblem(detailReply(403, detail)),
  notFound: (detail = 'Not found.') => new HttpProblem(detailReply(404, detail)),
  methodNotAllowed: (method: string) => new HttpProblem(detailReply(405, `Method "${method}" not allowed.`)),
  unsupportedType: (type: string) =>
    new HttpProblem(
      detailReply(415, `Unsupported media type "${type}" in request. This API expects application/json.`),
    ),
  badRequest: (body: unknown) => new HttpProblem(jsonReply(400, body)),
  conflict: (body: unknown) => new HttpProblem(jsonReply(409, body)),
}
