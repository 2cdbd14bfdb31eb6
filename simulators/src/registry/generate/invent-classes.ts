import { Random } from '../../shared/random.ts'
import { PACKAGES } from '../known/packages.ts'
import { INTERVALS } from '../model/statistics.ts'
import { spacedName, splitName } from '../model/class-spec.ts'
import type { ClassDraft, DraftKind } from './class-draft.ts'

/** Shares of 1,000 draws; a family of statistics adds 18 classes, a relation two. */
const DRAWS: readonly (readonly [DraftKind, number])[] = [
  ['statistic base', 26],
  ['relation', 140],
  ['abstract', 105],
  ['config', 250],
  ['oper', 479],
]

/** Unused names, composed of real package names and words of known class names; about 30% statistics, 10% abstract. */
export function inventClasses(count: number, seed: number, known: readonly string[]): ClassDraft[] {
  const random = new Random(seed)
  const inventor = new Inventor(random, known, Math.ceil(count / 40))
  const ideas: ClassDraft[] = []
  while (ideas.length < count) {
    const left = count - ideas.length
    ideas.push(...inventor.next(left > 1 ? drawKind(random) : 'oper').slice(0, left))
  }
  return ideas
}

const FEWEST_PACKAGES = 40

function drawKind(random: Random): DraftKind {
  let draw = random.below(1000)
  return DRAWS.find(([, weight]) => (draw -= weight) < 0)?.[0] ?? 'oper'
}

class Inventor {
  readonly #random: Random
  readonly #words: readonly string[]
  readonly #packages: readonly string[]
  readonly #used: Set<string>

  constructor(random: Random, known: readonly string[], packages: number) {
    this.#random = random
    this.#packages = spread(PACKAGES, Math.max(FEWEST_PACKAGES, packages))
    this.#used = new Set(known)
    const words = known.flatMap((name) => splitName(name)[1].match(/[A-Z][a-z]{2,}/g) ?? [])
    this.#words = [...new Set(words)].sort()
  }

  /** One class, or classes that belong together: both ends of a relation, or a family of statistics. */
  next(kind: DraftKind): ClassDraft[] {
    const pkg = this.#package()
    switch (kind) {
      case 'relation':
        return this.#relation(pkg)
      case 'statistic base':
        return this.#family(pkg)
      case 'abstract':
        return [idea(this.#free(pkg, 'A'), kind)]
      default:
        return [idea(this.#free(pkg, ''), kind)]
    }
  }

  /** Some packages are much larger than others. */
  #package(): string {
    return this.#packages[Math.floor(this.#random.fraction() ** 2 * this.#packages.length)]!
  }

  #relation(pkg: string): ClassDraft[] {
    const source = this.#free(pkg, 'Rs')
    const target = `${this.#package()}:Rt${splitName(source)[1].slice(2)}`
    if (this.#used.has(target)) return [idea(source, 'config')]
    this.#used.add(target)
    return [idea(source, 'relation'), idea(target, 'target')]
  }

  #family(pkg: string): ClassDraft[] {
    const stem = this.#free(pkg, '')
    this.#used.add(`${stem}Hist`)
    return [stem, `${stem}Hist`].flatMap((base) => [
      idea(base, 'statistic base'),
      ...INTERVALS.map((interval) => idea(base + interval, 'statistic')),
    ])
  }

  #free(pkg: string, prefix: string): string {
    for (;;) {
      const words = Array.from({ length: this.#random.between(1, 3) }, () => this.#random.pick(this.#words))
      const name = `${pkg}:${prefix}${[...new Set(words)].join('')}`
      if (this.#used.has(name)) continue
      this.#used.add(name)
      return name
    }
  }
}

/** `count` items, spread evenly over the list. */
function spread(items: readonly string[], count: number): readonly string[] {
  const step = Math.max(1, items.length / count)
  return Array.from({ length: Math.min(count, items.length) }, (_, index) => items[Math.floor(index * step)]!)
}

function idea(name: string, kind: DraftKind): ClassDraft {
  const label = spacedName(splitName(name)[1])
  return { name, kind, label, description: `${label} of the simulated model.` }
}
