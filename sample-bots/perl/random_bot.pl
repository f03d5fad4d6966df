#!/usr/bin/env perl
# A bot that plays at random, any ruleset; text protocol, core modules only.
# --connect HOST:PORT or unix:PATH (else standard input and output), --name NAME, --token HEX, --seed N
use strict;
use warnings;
use Getopt::Long;
use IO::Handle;
use IO::Socket::IP;
use IO::Socket::UNIX;
use List::Util qw(shuffle);
use Socket qw(IPPROTO_TCP SOCK_STREAM TCP_NODELAY);

my ($connect, $token, $seed);
my $name = 'random-perl';
GetOptions('connect=s' => \$connect, 'name=s' => \$name, 'token=s' => \$token, 'seed=i' => \$seed)
    or exit 2;
srand $seed if defined $seed;

my ($source, $sink) = (\*STDIN, \*STDOUT);
if ($connect) {
    my $path = $connect =~ s/^unix://r;
    $source = $sink = $path ne $connect
        ? IO::Socket::UNIX->new(Peer => $path)
        : IO::Socket::IP->new(PeerAddr => $connect, Type => SOCK_STREAM);
    $sink or die "$name: cannot connect to $connect: $@\n";
    setsockopt $sink, IPPROTO_TCP, TCP_NODELAY, 1 if $path eq $connect;
}
$sink->autoflush(1);
$SIG{PIPE} = sub { exit 0 };

sub decide {
    my ($turn) = @_;
    if (exists $turn->{choose}) {    # give, discard: so many of these cards
        my @cards = shuffle split /,/, $turn->{from};
        return join ':', $turn->{phase}, @cards[0 .. $turn->{choose} - 1];
    }
    my @legal = grep { $_ ne 'claim' } split /,/, $turn->{legal};
    return $legal[rand @legal];
}

print {$sink} "hello v=1 name=$name", defined $token ? " token=$token" : '', "\n";
while (my $line = <$source>) {
    chomp $line;
    my ($kind, @pairs) = split / /, $line;
    my %message = map { split /=/, $_, 2 } @pairs;
    last if $kind eq 'bye';
    print {$sink} "act g=$message{g} n=$message{n} a=" . decide(\%message) . "\n" if $kind eq 'turn';
}
