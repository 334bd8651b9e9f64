/** What people write behind a fence to say what the code is, in small letters. A command of one word is none of them. */
export const codeLanguages: ReadonlySet<string> = new Set(
  (
    'abap actionscript ada apache apacheconf apex applescript arduino arm asm asp aspx assembly autohotkey awk ' +
    'bash bat batch bicep c c# c++ cfg clojure cmake cmd cobol code coffee coffeescript conf config console cpp cs ' +
    'cshtml csharp css csv cypher d dart delphi diff docker dockerfile dos dotenv elixir elm erb erlang f# fish form ' +
    'fortran fs fsharp gherkin git go golang gradle graphql groovy haskell hcl html html+php htm http https ini ' +
    'java javascript jinja jinja2 js json json5 jsonc jsonp jsp jsx julia kotlin kt kusto kql latex less lisp log ' +
    'logs lua makefile markdown markup mathematica matlab md mermaid mysql nasm nginx nix none objc objective-c ' +
    'objectivec ocaml output pascal patch perl pgsql php pl plain plaintext plantuml plist plpgsql plsql postgres ' +
    'postgresql powershell prolog properties proto protobuf ps ps1 pug puppet py py3 python python3 r raw razor rb ' +
    'reg regex request response rest rst ruby rs rust sass scala scss sh shell shell-session sigma smali solidity ' +
    'sparql splunk spl sql sqlite ssh-config stylus svelte svg swift systemd t-sql tcl terminal terraform tex text ' +
    'tf toml ts tsql tsx txt typescript vb vba vbnet vbs vbscript verilog vhdl vim vue wasm xhtml xml xpath xsd ' +
    'xsl xslt yaml yara yml zig zsh'
  ).split(' '),
);
