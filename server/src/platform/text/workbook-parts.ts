import { XML_HEAD } from './sheet-xml.ts'

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

type Part = { readonly path: string; readonly text: string }

export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

/** The parts of a workbook that name its sheets. No styles: cells have none. */
export function workbookParts(sheets: number): readonly Part[] {
  const each = (xml: (number: number) => string) =>
    Array.from({ length: sheets }, (_, index) => xml(index + 1)).join('')
  const part = (path: string, text: string): Part => ({ path, text: XML_HEAD + text })
  return [
    part(
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types">` +
        `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
        each((number) => `<Override PartName="/${sheetPath(number)}" ContentType="${TYPE}.worksheet+xml"/>`) +
        `</Types>`,
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">` +
        `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
        each((number) => `<sheet name="${sheetName(number)}" sheetId="${number}" r:id="rId${number}"/>`) +
        `</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">` +
        each(
          (number) =>
            `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
        ) +
        `</Relationships>`,
    ),
  ]
}

const sheetName = (number: number): string => (number === 1 ? 'Results' : `Results ${number}`)
