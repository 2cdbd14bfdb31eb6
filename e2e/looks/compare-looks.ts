import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

/** Pictures are kept at a third of their size: large enough for a changed word, and small enough for a repository. */
const SHRINK = 3
/** Of 256 levels: fewer colours make smaller files, and hide how edges of letters are smoothed. */
const LEVEL = 16
/** How different a point may be, from 0 to 1. */
const TOLERANCE = 0.12
/** Of the points of a picture: a caret, or an edge that falls between two points. */
const MOST_CHANGED = 0.0005

/** As pictures are kept in the repository. */
function shrinkPicture(bytes: Buffer): Buffer {
  const full = PNG.sync.read(bytes)
  const small = new PNG({ width: Math.floor(full.width / SHRINK), height: Math.floor(full.height / SHRINK) })
  for (let y = 0; y < small.height; y += 1)
    for (let x = 0; x < small.width; x += 1)
      for (let channel = 0; channel < 4; channel += 1)
        small.data[(y * small.width + x) * 4 + channel] = channel === 3 ? 255 : meanOf(full, x, y, channel)
  return PNG.sync.write(small, { colorType: 2, deflateLevel: 9 })
}

function meanOf({ width, data }: PNG, x: number, y: number, channel: number): number {
  let sum = 0
  for (let down = 0; down < SHRINK; down += 1)
    for (let right = 0; right < SHRINK; right += 1)
      sum += data[((y * SHRINK + down) * width + x * SHRINK + right) * 4 + channel]!
  return Math.min(255, Math.round(sum / SHRINK ** 2 / LEVEL) * LEVEL)
}

/** Before, after and what differs, side by side; undefined for pictures that people take for the same. */
function comparePictures(before: Buffer, after: Buffer): Buffer | undefined {
  const [old, now] = [PNG.sync.read(before), PNG.sync.read(after)]
  const [width, height] = [Math.max(old.width, now.width), Math.max(old.height, now.height)]
  const [left, right] = [onCanvas(old, width, height), onCanvas(now, width, height)]
  const difference = new PNG({ width, height })
  const changed = pixelmatch(left.data, right.data, difference.data, width, height, { threshold: TOLERANCE })
  if (changed <= MOST_CHANGED * width * height) return undefined
  const all = new PNG({ width: width * 3, height })
  for (const [index, picture] of [left, right, difference].entries())
    PNG.bitblt(picture, all, 0, 0, width, height, index * width, 0)
  return PNG.sync.write(all)
}

function onCanvas(picture: PNG, width: number, height: number): PNG {
  const canvas = new PNG({ width, height, fill: true })
  PNG.bitblt(picture, canvas, 0, 0, picture.width, picture.height, 0, 0)
  return canvas
}

/** Makes the pictures of `shots` those that later ones are compared with; others stay if these are only some. */
export async function keepLooks(shots: string, kept: string, areAll = true): Promise<void> {
  if (areAll) await rm(kept, { recursive: true, force: true })
  await mkdir(kept, { recursive: true })
  for (const name of await picturesIn(shots))
    await writeFile(join(kept, name), shrinkPicture(await readFile(join(shots, name))))
}

/** What differs from the pictures that are kept; `differences` gets a picture for each that changed. */
export async function compareLooks(shots: string, kept: string, differences: string): Promise<readonly string[]> {
  await rm(differences, { recursive: true, force: true })
  await mkdir(differences, { recursive: true })
  const faults: string[] = []
  for (const name of await picturesIn(shots)) {
    if (!existsSync(join(kept, name))) faults.push(`${name}: is new; keep it with --keep`)
    else {
      const after = shrinkPicture(await readFile(join(shots, name)))
      const difference = comparePictures(await readFile(join(kept, name)), after)
      if (!difference) continue
      await writeFile(join(differences, name), difference)
      faults.push(`${name}: has changed, see ${join(differences, name)}`)
    }
  }
  return faults
}

const picturesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.png')).sort()
