import { gunzipSync } from 'node:zlib'
import { DocumentSource, type SourceOptions } from '../../registry/documents/document-source.ts'
import { readDocumentFile } from '../../registry/http/registry-path.ts'
import { htmlReply, jsonReply, type Reply } from '../exchange/reply.ts'

/** Whether class documents are public, as on most releases, or require a session. */
export type DocumentAccess = 'open' | 'session'

export type DocumentOptions = SourceOptions & { readonly access?: DocumentAccess }

/** The class documents a controller serves; access and aggregate can be switched while it runs. */
export class ClassDocuments {
  access: DocumentAccess
  readonly source: DocumentSource

  constructor(options: DocumentOptions) {
    this.access = options.access ?? 'open'
    this.source = new DocumentSource(options)
  }

  /** 404 for a missing class, and for the aggregate when it is switched off. */
  answer(path: string): Reply {
    const packed = this.#find(path)
    return packed ? jsonReply(gunzipSync(packed).toString('utf8')) : htmlReply(404)
  }

  #find(path: string): Buffer | undefined {
    // Newer releases keep the aggregate in a separate folder.
    if (path === '/acimeta/aci-meta.json') return this.source.aggregate()
    const { className, isAggregate } = readDocumentFile(path.replace(/^\/doc\/jsonmeta\//, '').replace(/\.json$/, ''))
    if (isAggregate) return this.source.aggregate()
    return className === undefined ? undefined : this.source.document(className)
  }
}

export function isDocumentPath(path: string): boolean {
  return path === '/acimeta/aci-meta.json' || /^\/doc\/jsonmeta\/.+\.json$/.test(path)
}
