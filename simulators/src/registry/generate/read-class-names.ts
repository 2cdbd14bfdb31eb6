import { readFileSync } from 'node:fs'
import { spacedName } from '../model/class-spec.ts'
import { type ClassDraft, type DraftKind, readStatisticName } from './class-draft.ts'

/**
 * Reads names from a file of `class TAB rank TAB label TAB description`: the class in wire form, rank 0 for
 * configurable objects, 1 for relations, 2 for read-only ones, 3 for abstract ones. Returns `count` of them, spread
 * over the whole file, without those in `known`; other lines are skipped.
 */
export function readClassNames(file: string, count: number, known: readonly string[]): ClassDraft[] {
  const used = new Set(known)
  const ideas = readFileSync(file, 'utf8').split('\n').flatMap(readIdea)
  const free = ideas.filter(({ name }) => !used.has(name))
  const step = Math.max(1, free.length / Math.max(1, count))
  return Array.from({ length: Math.min(count, free.length) }, (_, index) => free[Math.floor(index * step)]!)
}

function readIdea(line: string): ClassDraft[] {
  const [wire = '', rank = '', label = '', description = ''] = line.split('\t')
  const match = /^([a-z][a-z0-9]*)([A-Z]\w*)$/.exec(wire)
  if (!match) return []
  const [, pkg = '', className = ''] = match
  const name = `${pkg}:${className}`
  return [{ name, kind: kindOf(name, className, rank), label: label || spacedName(className), description }]
}

function kindOf(name: string, className: string, rank: string): DraftKind {
  if (readStatisticName(name)) return 'statistic'
  if (/^Rs[A-Z]/.test(className)) return 'relation'
  if (/^Rt[A-Z]/.test(className)) return 'target'
  if (rank === '3') return 'abstract'
  return rank === '0' ? 'config' : 'oper'
}
