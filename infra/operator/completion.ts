import type { Command } from 'commander';
import type { Run } from './command.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

export const completionCommand: Run<{ readonly shell: Shell }> = async ({ program }, { shell }) => {
  // The scripts use the first command that matches, so `import follow` must come before `import`.
  const commands = choicesOf(program).sort((one, other) => other.words.length - one.words.length);
  const script = scripts[shell](commands);
  return { data: { shell, script }, text: script };
};

interface CommandChoices {
  /** Words of the command. Empty for the program itself. */
  readonly words: readonly string[];
  /** Words that can be completed: subcommands, choices of arguments, and options. */
  readonly choices: readonly string[];
}

const choicesOf = (command: Command, words: readonly string[] = []): CommandChoices[] => {
  const choices = [
    ...command.commands.map((each) => each.name()),
    ...command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
    ...command.options.flatMap(({ long }) => long ?? []),
    '--help',
  ];
  return [
    { words, choices },
    ...command.commands.flatMap((each) => choicesOf(each, [...words, each.name()])),
  ];
};

const bash = (commands: readonly CommandChoices[]): string => `_waypost() {
  local choices
  case " \${COMP_WORDS[*]:0:COMP_CWORD} " in
${commands.map(({ words, choices }) => `    ${words.length === 0 ? '*' : `*" ${words.join(' ')} "*`}) choices="${choices.join(' ')}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _waypost waypost`;

const fish = (commands: readonly CommandChoices[]): string => `function __waypost_at
  switch (string join " " "" (commandline -opc) "")
${commands.map(({ words }, index) => `    case '*${['', ...words, ''].join(' ')}*'\n      test $argv[1] = ${index}`).join('\n')}
  end
end
${commands.map(({ choices }, index) => `complete -c waypost -n "__waypost_at ${index}" -a "${choices.join(' ')}"`).join('\n')}`;

const scripts: Readonly<Record<Shell, (commands: readonly CommandChoices[]) => string>> = {
  bash,
  // Zsh can run bash completions.
  zsh: (commands) => `autoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`,
  fish,
};
