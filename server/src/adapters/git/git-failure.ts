/** Why a repository could not be read or written, in our own words: nothing that a remote host sent. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure'
}

/** Somebody else pushed in between: read again, and try again. */
export class BranchMoved extends Error {
  override readonly name = 'BranchMoved'
}
