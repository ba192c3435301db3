/** Another program listens on the port. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
  readonly port: number;

  constructor(port: number, host: string) {
    super(
      `Port ${port} of ${host} is taken by another program. Stop that program, or start on another port (port 0 takes any free one).`,
    );
    this.port = port;
  }
}
