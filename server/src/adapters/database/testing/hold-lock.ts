import { lockDataFolder } from '../data-folder-lock.ts'

// Says whether it got the folder, and holds it until it is ended.
const [folder = ''] = process.argv.slice(2)
try {
  lockDataFolder(folder)
  console.log('locked')
} catch (error) {
  console.log(error instanceof Error ? error.name : error)
}
process.stdin.resume()
