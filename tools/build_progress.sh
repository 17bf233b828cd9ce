#!/usr/bin/env bash
# Says how far a build is, in place of Bazel's own progress lines: on a terminal one line that is
# written anew each second, elsewhere a line every ten seconds. All other lines go through.
#
#   bazel build --config=launcher //... 2>&1 | tools/build_progress.sh --pace=SECONDS/ACTIONS [--record=FILE]
#
# --pace is how long how many actions took or usually take: the first estimates stand on it, later
# ones on this build. --record writes down the pace of this build, when it was at least half as large.
# ALLREVIEW_PROGRESS_SECONDS sets another interval.
set -u

pace_seconds=0 pace_actions=1 record=
for argument in "$@"; do
  case $argument in
    --pace=*/*) pace_seconds=${argument#*=} pace_actions=${pace_seconds#*/} pace_seconds=${pace_seconds%/*} ;;
    --record=*) record=${argument#*=} ;;
    *) echo "build_progress.sh: unknown argument '$argument'" >&2; exit 2 ;;
  esac
done

is_terminal=false
[[ -t 2 ]] && is_terminal=true
interval=10
$is_terminal && interval=1
interval=${ALLREVIEW_PROGRESS_SECONDS:-$interval}

done_actions=0 all_actions=0 what="reading the build files"
next=$((SECONDS + interval))

# Seconds that are left. Early actions are cheap (generated code before compiles), so what this
# build did counts little at first: by 1 - (1 - share done)^3.
seconds_left() {
  local todo=$((all_actions - done_actions)) by_pace by_build old_share
  by_pace=$((pace_seconds * todo / pace_actions))
  ((done_actions)) || { echo "$by_pace"; return; }
  by_build=$((SECONDS * todo / done_actions))
  ((pace_seconds)) || { echo "$by_build"; return; }
  old_share=$((1000 * todo / all_actions))
  old_share=$((old_share * old_share / 1000 * old_share / 1000))
  echo $(((by_pace * old_share + by_build * (1000 - old_share)) / 1000))
}

in_words() {  # in_words SECONDS
  if (($1 < 60)); then echo "less than a minute"
  elif (($1 < 90)); then echo "about 1 minute"
  else echo "about $((($1 + 30) / 60)) minutes"; fi
}

say() {
  local line="allreview: $what" columns
  if ((all_actions)); then
    line="allreview: $done_actions of $all_actions done, $(in_words "$(seconds_left)") left: $what"
  fi
  if $is_terminal; then
    columns=$(stty size <&2 2> /dev/null | cut -d' ' -f2)
    ((${columns:-0} > 1)) && line=${line:0:columns-1}
    printf '\r\033[K%s' "$line" >&2
  else
    printf '%s\n' "$line" >&2
  fi
}

clear_line() { $is_terminal && printf '\r\033[K' >&2; return 0; }

readonly PROGRESS='^\[([0-9,]+) / ([0-9,]+)\] (\[[A-Za-z]+\] )?(.*)'
handle() {  # handle LINE
  local line=$1
  # --show_timestamps puts the time before each line of Bazel's own.
  [[ $line =~ ^\([0-9:]+\)\ (.*) ]] && line=${BASH_REMATCH[1]}
  if [[ $line =~ $PROGRESS ]]; then
    done_actions=${BASH_REMATCH[1]//,/} all_actions=${BASH_REMATCH[2]//,/}
    what=${BASH_REMATCH[4]}
    what=${what%%; [0-9]*s*}  # "; 3s linux-sandbox ... (2 actions running)"
    return
  fi
  case $line in
    Loading:* | Analyzing:* | "Starting local Bazel server"* | "INFO: Build completed"*) return ;;
  esac
  clear_line
  printf '%s\n' "$1"
}

part=""
while true; do
  status=0
  IFS= read -r -t 1 line || status=$?
  part+=$line
  if ((status == 0)); then
    handle "$part"
    part=""
  elif ((status <= 128)); then  # The end; more than 128 is the second that is over.
    [[ -z $part ]] || handle "$part"
    break
  fi
  if ((SECONDS >= next)); then
    say
    next=$((SECONDS + interval))
  fi
done
clear_line
[[ -z $record ]] || ((2 * done_actions < pace_actions)) || echo "$SECONDS/$done_actions" > "$record"
