import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const shell = join(import.meta.dirname, '..', '..', '..', 'electron', 'desktop');

/** What each interface of `electron/desktop/electron.ts` is called in Electron's own documentation. */
const namesOf = new Map([
  ['ShellContents', 'WebContents'],
  ['ShellWindow', 'BrowserWindow'],
  ['ShellSession', 'Session'],
  ['ShellMessageEvent', 'IpcMainEvent'],
  ['ShellProcess', 'UtilityProcess'],
  ['ShellMenu', 'Menu'],
  ['ShellUpdater', 'autoUpdater'],
  ['ShellElectron', ''],
]);

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(join(shell, file), 'utf8'), ts.ScriptTarget.Latest, true);
}

const join2 = (prefix: string, name: string): string => (prefix === '' ? name : `${prefix}.${name}`);

/** Every string literal type in a type: the names in a Pick, the names of events. */
function literalsIn(node: ts.Node): string[] {
  if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) return [node.literal.text];
  const found: string[] = [];
  node.forEachChild((child) => {
    found.push(...literalsIn(child));
  });
  return found;
}

function callsOf(members: ts.NodeArray<ts.TypeElement>, prefix: string): string[] {
  return members.flatMap((member) => {
    const name = join2(prefix, member.name?.getText() ?? '');
    if (ts.isMethodSignature(member)) {
      const [first] = member.parameters;
      const isEvent = ['on', 'once'].includes(member.name.getText()) && first?.name.getText() === 'event';
      return isEvent && first.type ? literalsIn(first.type).map((event) => `${name}('${event}')`) : [name];
    }
    if (!ts.isPropertySignature(member) || member.type === undefined) return [];
    if (ts.isTypeLiteralNode(member.type)) return callsOf(member.type.members, name);
    if (ts.isTypeReferenceNode(member.type) && member.type.typeName.getText() === 'Pick') {
      return prefix === '' ? literalsIn(member.type).map((one) => join2(name, one)) : [name];
    }
    return [name];
  });
}

/** Everything of Electron that the shell can call: its interface to the main process, and what the preload uses. */
export function callsOfElectron(): string[] {
  const calls: string[] = [];
  for (const statement of parse('electron.ts').statements) {
    if (!ts.isInterfaceDeclaration(statement)) continue;
    const prefix = namesOf.get(statement.name.text);
    if (prefix !== undefined) calls.push(...callsOf(statement.members, prefix));
  }
  const text = readFileSync(join(shell, 'preload.ts'), 'utf8');
  for (const [call] of text.matchAll(/\b(?:contextBridge|ipcRenderer)\.\w+/g)) calls.push(call);
  return [...new Set(calls)].toSorted();
}

/** Files of the shell that import Electron itself, and not only its types. */
export function importersOf(files: readonly string[]): string[] {
  return files.filter((file) =>
    parse(file).statements.some(
      (statement) =>
        ts.isImportDeclaration(statement) &&
        statement.moduleSpecifier.getText().includes('electron') &&
        /^'electron(?:\/|'$)/.test(statement.moduleSpecifier.getText()) &&
        statement.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword,
    ),
  );
}
