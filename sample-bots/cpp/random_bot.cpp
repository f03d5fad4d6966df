// A bot that plays at random, any ruleset; text protocol, standard library and sockets only.
// --connect HOST:PORT or unix:PATH (else standard input and output), --name NAME, --token HEX
#include <algorithm>
#include <iostream>
#include <map>
#include <netdb.h>
#include <random>
#include <sstream>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <vector>

using Words = std::vector<std::string>;
using Message = std::map<std::string, std::string>;

static std::mt19937 dice{std::random_device{}()};

static Words split(const std::string &text, char separator)
{
    Words words;
    std::istringstream stream(text);
    for (std::string word; std::getline(stream, word, separator);)
        words.push_back(word);
    return words;
}

static std::string decide(const Message &turn)
{
    if (turn.count("choose")) { // give, discard: so many of these cards
        Words cards = split(turn.at("from"), ',');
        std::shuffle(cards.begin(), cards.end(), dice);
        cards.resize(std::stoul(turn.at("choose")));
        std::string action = turn.at("phase");
        for (const std::string &card : cards)
            action += ":" + card;
        return action;
    }
    Words legal = split(turn.at("legal"), ',');
    legal.erase(std::remove(legal.begin(), legal.end(), "claim"), legal.end());
    return legal[std::uniform_int_distribution<std::size_t>(0, legal.size() - 1)(dice)];
}

// Makes the connection standard input and output.
static bool connect_to(const std::string &where)
{
    sockaddr_un path{AF_UNIX, ""};
    addrinfo hints{}, local{}, *found = &local;
    hints.ai_socktype = SOCK_STREAM;
    if (where.rfind("unix:", 0) == 0) {
        where.substr(5).copy(path.sun_path, sizeof path.sun_path - 1);
        local.ai_family = AF_UNIX;
        local.ai_socktype = SOCK_STREAM;
        local.ai_addr = reinterpret_cast<sockaddr *>(&path);
        local.ai_addrlen = sizeof path;
    } else {
        const auto colon = where.rfind(':');
        const auto host = where[0] == '[' ? where.substr(1, colon - 2) : where.substr(0, colon);
        if (getaddrinfo(host.c_str(), where.substr(colon + 1).c_str(), &hints, &found))
            return false;
    }
    const int fd = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
    return fd >= 0 && connect(fd, found->ai_addr, found->ai_addrlen) == 0 && dup2(fd, 0) == 0 && dup2(fd, 1) == 1;
}

int main(int argc, char **argv)
{
    Message flags{{"--name", "random-cpp"}};
    for (int i = 1; i + 1 < argc; i += 2)
        flags[argv[i]] = argv[i + 1];
    std::ios::sync_with_stdio(false);
    if (flags.count("--connect") && !connect_to(flags["--connect"])) {
        std::cerr << flags["--name"] << ": cannot connect to " << flags["--connect"] << "\n";
        return 3;
    }
    std::cout << "hello v=1 name=" << flags["--name"]
              << (flags.count("--token") ? " token=" + flags["--token"] : "") << std::endl;
    for (std::string line; std::getline(std::cin, line);) {
        Message message;
        for (const std::string &word : split(line, ' '))
            message[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
        if (message.count("bye"))
            break;
        if (message.count("turn"))
            std::cout << "act g=" << message["g"] << " n=" << message["n"] << " a=" << decide(message) << std::endl;
    }
}
